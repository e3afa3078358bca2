// Which language this folder is in, by the name of the folder (BCP 47): what a client names, and what pages and mails are marked with.

export const language = 'en'
