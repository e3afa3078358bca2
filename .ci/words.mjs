// Where sentences that people read may not stand: they belong into the catalogue (src/words), so that another language is another
// folder of it. tools/words-plugin.mjs checks it in every lint run and in the editor.

/** Folders and files whose sentences are all in the catalogue. */
export const finished = [
  'src/app',
  'src/contract',
  'src/domain',
  'src/flows',
  'src/pages',
  'src/rows',
  'src/services',
  'src/ui',
  'workers',
  'server/access',
  'server/batches',
  'server/cards',
  'server/mail',
  'server/merchants',
  'server/orders',
  'server/overview',
  'server/reports',
  'server/users',
  'server/app.ts',
  'server/endpoint.ts',
  'server/read-body.ts',
  'server/replies.ts',
  'server/send-file.ts',
]

/** What lies in them and holds no sentences of ours: data of samples and files, words by which files are understood. */
export const data = [
  'src/app/service-worker',
  'src/domain/access/devices.ts',
  'src/domain/merchants/sample.ts',
  'src/domain/order/aliases.ts',
  'src/domain/order/sample.ts',
  'server/access/common-passwords.ts',
]

/** Still to be moved. */
export const open = []
