// Folders in which no text for users can be written in the code. Such texts belong in the message files (src/words), so that
// they can be translated. tools/words-plugin.mjs checks this table in every lint run and in the editor.

/** Folders in which texts for users are refused. */
export const coveredFolders = ['src', 'workers', 'server']

/** Exceptions in these folders, each with its reason. */
export const exceptions = {
  'src/words': 'the texts',
  'src/brand': 'names of clients',
  'src/app/service-worker': 'shows no text',
  'src/contract/rest.ts': 'the OpenAPI document, for developers of other programs',
  'src/contract/open-api.ts': 'the OpenAPI document, for developers of other programs',
  'src/domain/access/devices.ts': 'names of browsers and systems',
  'src/domain/texts/languages.ts': 'each language named in itself',
  'src/domain/files/heading-words.ts': 'headings by which files are recognised',
  'src/domain/rows/verdict-columns.ts': 'words of a file format',
  'src/domain/order/sample.ts': 'data of a sample file',
  'src/pages/users/machines/examples.ts': 'examples of code',
  'src/sheets/write-xlsx.ts': 'XML',
  'server/access/common-passwords.ts': 'passwords',
  'server/db': 'SQL, and messages at startup, for the administrator of the server',
  'server/demo': 'data of the demo programme',
  'server/several-clients.ts': 'messages at startup, for the administrator of the server',
  'server/sandbox/simulated-data.ts': 'data of a simulated card processor and bank',
  'server/server.ts': 'messages at startup, for the administrator of the server',
  'server/keys/database-keys.ts': 'messages at startup, for the administrator of the server',
  'server/config/warnings.ts': 'messages at startup, for the administrator of the server',
  'server/config/production.ts': 'messages at startup, for the administrator of the server',
  'server/metrics': 'descriptions of metrics, for the administrator of the server',
  'server/webhooks/send.ts': 'why a program was not reached, in the log for its developers',
  'server/programme': 'commands, for the administrator of the server',
}
