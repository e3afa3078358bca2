// The file that a batch was read from, as it was, for whoever uploaded it.

export const uploadedFiles = `
-- Sealed, since a file names cards. Apart from its batch: nothing but its download ever reads it.
CREATE TABLE batch_uploaded_file (
  batch_id bigint PRIMARY KEY REFERENCES batch_file ON DELETE CASCADE,
  content_cipher bytea NOT NULL
);
-- Ciphertext does not get smaller.
ALTER TABLE batch_uploaded_file ALTER COLUMN content_cipher SET STORAGE EXTERNAL;
`
