// Users set up an authenticator app in My Settings: the secret that they have been offered lies apart from the one in use until a
// code confirms it, and what they had before is kept, so that removing the app gives it back.

export const ownAuthenticator = `
ALTER TABLE user_account
  -- Encrypted like second_factor_secret.
  ADD COLUMN second_factor_offer        bytea,
  ADD COLUMN second_factor_offer_until  timestamptz,
  -- NULL where the app was prescribed: then it cannot be removed by its user.
  ADD COLUMN second_factor_before       text CHECK (second_factor_before IN ('none', 'email'));
`
