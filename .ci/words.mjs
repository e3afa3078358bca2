// Where sentences that people read may not stand: they belong into the catalogue (src/words), so that another language is another
// folder of it. tools/words-plugin.mjs checks it in every lint run and in the editor.

/** What goes to browsers and what answers them: all of it but for what follows. */
export const covered = ['src', 'workers', 'server']

/** What lies in them and is none of the catalogue's business, each with its reason. */
export const apart = {
  'src/words': 'the catalogue',
  'src/brand': 'names of clients, and words by which their files are understood',
  'src/app/service-worker': 'nothing of it is shown',
  'src/domain/access/devices.ts': 'names of browsers and systems',
  'src/domain/merchants/sample.ts': 'data of a sample file',
  'src/domain/order/aliases.ts': 'words by which files are understood',
  'src/domain/batch/aliases.ts': 'words by which files are understood',
  'src/domain/order/sample.ts': 'data of a sample file',
  'src/sheets/write-xlsx.ts': 'XML',
  'server/access/common-passwords.ts': 'passwords',
  'server/db': 'SQL, and lines at the start of a host for whoever runs it',
  'server/demo': 'data of the demo programme',
  'server/server.ts': 'lines at the start of a server, for its administrator',
  'server/keys/database-keys.ts': 'lines at the start of a server, for its administrator',
  'server/config/warnings.ts': 'lines at the start of a server, for its administrator',
  'server/config/production.ts': 'lines at the start of a server, for its administrator',
  'server/metrics': 'what the figures for administrators are',
  'server/programme': 'commands, for administrators of the server',
}
