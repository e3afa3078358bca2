// Which device a session was begun on, in words ('Chrome on Windows'); empty where nothing is known of it.

export const sessionDevice = `
ALTER TABLE user_session ADD COLUMN device text NOT NULL DEFAULT '';
`
