// The kinds of e-mails that a user does without.

export const mailsOff = `
ALTER TABLE user_account ADD COLUMN mails_off text[] NOT NULL DEFAULT '{}';
`
