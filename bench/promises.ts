// The promised figures by number or name: under which heading docs/performance.md shows them, what they are compared with, and what
// limits them today.

interface Promised {
  /** One of the headings in `groups`. */
  readonly group: (typeof groups)[number]
  readonly title: string
  readonly comparedWith: string
  readonly limitedBy: string
}

/** The headings of docs/performance.md, in order. */
export const groups = [
  'Reading files',
  'From file to table in the browser',
  'Drafts on the device',
  'Files made in the browser',
  'Start of the portal',
  'Batches and orders on the server',
  'Queries and reports on the server',
  'Many callers at the same time',
  'Filling the database',
] as const

const papaparse = 'papaparse reading the same text, without any checks'

export const promises = {
  G1: {
    group: 'Reading files',
    title: 'Reading and checking a csv file',
    comparedWith: papaparse,
    limitedBy:
      'papaparse itself, and then the checks of every row (digits, check digits, amounts, duplicates), which are objects until they become columns at the end. 5,000 rows take some 15 ms in a worker.',
  },
  G3: {
    group: 'Reading files',
    title: 'Very large files: time and memory',
    comparedWith: `${papaparse}; for memory, its row objects`,
    limitedBy:
      'the 65 bytes kept per row: 24 of its text, 24 of positions in it, 17 of number, cents and findings. A full batch of 5,000 rows needs 0.3 MB.',
  },
  G4: {
    group: 'Reading files',
    title: 'Refusing a file that is too large',
    comparedWith: 'a file within the limit',
    limitedBy: 'the part that has to be read until the limit is passed; in the slower run, fresh memory for it.',
  },
  G5: {
    group: 'Reading files',
    title: 'Handing the rows from worker to page',
    comparedWith: 'the same rows cloned as objects',
    limitedBy: 'nothing but the transfer of buffers.',
  },
  G9: {
    group: 'Reading files',
    title: 'Reading an xlsx file',
    comparedWith: "SheetJS's leanest read",
    limitedBy:
      'parsing XML with saxes, which takes a fifth more than the reader before it in a cold process, and half more in a warm one.',
  },
  G6: {
    group: 'From file to table in the browser',
    title: 'Main thread slowed 6 times',
    comparedWith: 'a plain importer: papaparse or SheetJS on the main thread and a React table of all rows',
    limitedBy:
      'drawing: of some 700 ms, 55 % is script (mostly React), 40 % style, layout and paint, 5 % memory. The thread is never idle.',
  },
  G7: {
    group: 'From file to table in the browser',
    title: 'Whole renderer slowed 6 times',
    comparedWith: 'the same plain importers, with all threads of the renderer slowed',
    limitedBy: 'the same drawing, and reading in the worker, which is slow as well.',
  },
  G8: {
    group: 'From file to table in the browser',
    title: 'Smoothness',
    comparedWith: "the browser's own limit for a long task, 50 ms",
    limitedBy:
      'the first drawing of the table in one React commit, some 50 ms of script; while scrolling, style, layout and paint of five new rows per frame.',
  },
  G12: {
    group: 'Drafts on the device',
    title: 'Saving and opening a draft',
    comparedWith: "Dexie's bulkPut and toArray with one unencrypted record per row",
    limitedBy: 'the database commit, more than half of the time of saving; JSON and AES-GCM of the chunks, a third.',
  },
  G13: {
    group: 'Drafts on the device',
    title: 'Saving one edit',
    comparedWith: 'one put of one unencrypted record',
    limitedBy: 'a get, two puts and a commit, compared with a single put; encryption takes 0.3 of 3 ms.',
  },
  G10: {
    group: 'Files made in the browser',
    title: 'Workbooks',
    comparedWith: 'SheetJS writing the same cells',
    limitedBy: 'compression and escaping of text.',
  },
  G11: {
    group: 'Files made in the browser',
    title: 'PDF statements',
    comparedWith: 'jspdf-autotable',
    limitedBy: 'measuring the width of texts.',
  },
  G20: {
    group: 'Start of the portal',
    title: 'Size of the sign-in page',
    comparedWith: 'nothing: a count of gzipped bytes',
    limitedBy: 'React, router, query and XState.',
  },
  G21: {
    group: 'Start of the portal',
    title: 'First paint on a phone',
    comparedWith: 'a bare page of React and its router, from the same server over the same slow connection',
    limitedBy: 'bytes of script before the first form.',
  },
  start: {
    group: 'Start of the portal',
    title: 'Installed portal',
    comparedWith: 'what a waiting person accepts',
    limitedBy:
      'compiling scripts; at sign-in, the password hash. The slower run comes from a machine where fresh memory is expensive.',
  },
  G14: {
    group: 'Batches and orders on the server',
    title: 'Verifying the rows of a batch',
    comparedWith: 'one SQL join by the hashes; single look-ups',
    limitedBy: 'hashing the card numbers with a key, and judging the rows.',
  },
  G15: {
    group: 'Batches and orders on the server',
    title: 'Posting a batch',
    comparedWith: 'bulk inserts and updates of the same rows; one transaction per row',
    limitedBy:
      'the ten writing statements, 464 of 620 ms, of which a third is triggers and references and a third the ledger entries with their indexes. In one chunk it takes 1.4 times the bulk inserts, but then no other request gets a turn in between.',
  },
  G16: {
    group: 'Batches and orders on the server',
    title: 'Growth of the database',
    comparedWith: 'the same work on few cards; the first postings on an empty ledger',
    limitedBy: 'the depth of indexes, and pages that are no longer in memory.',
  },
  G17: {
    group: 'Batches and orders on the server',
    title: 'Batches at the same time',
    comparedWith: 'four times the time of one batch alone',
    limitedBy: 'the funding account, which one batch at a time can lock.',
  },
  G18: {
    group: 'Batches and orders on the server',
    title: 'Number of statements',
    comparedWith: 'nothing: a count',
    limitedBy: 'chunks of fixed size.',
  },
  issuing: {
    group: 'Batches and orders on the server',
    title: 'Issuing virtual cards',
    comparedWith: 'the bare inserts of the same cards, accounts, tags and ledger entries',
    limitedBy:
      'the database, two thirds of the time: numbers must be new, and triggers prove each chunk; the rest is script that judges each row again, draws its number and encrypts it.',
  },
  G24: {
    group: 'Queries and reports on the server',
    title: 'Find Card',
    comparedWith: 'the promise that every search answers within 200 ms',
    limitedBy: 'decrypting the cards that are shown.',
  },
  lists: {
    group: 'Queries and reports on the server',
    title: 'All queries and changes of the API',
    comparedWith: 'the SQL of the same call alone',
    limitedBy: 'decryption, JSON, and reading the rows where there are many.',
  },
  G25: {
    group: 'Queries and reports on the server',
    title: 'Report files',
    comparedWith: 'a database cursor over the same rows; COPY',
    limitedBy: 'turning each row into text, and compressing the workbook.',
  },
  crowd: {
    group: 'Many callers at the same time',
    title: 'Reads while batches are posted',
    comparedWith: 'the same reads while no batch is posted; the web framework answering a constant',
    limitedBy: 'two processors, which callers, servers and database share in this test.',
  },
  seed: {
    group: 'Filling the database',
    title: 'Demo programme',
    comparedWith: 'what a person who waits for the first start accepts',
    limitedBy: 'inserting with all constraints.',
  },
  import: {
    group: 'Filling the database',
    title: 'Importing cards and transactions',
    comparedWith: 'COPY of the resulting rows',
    limitedBy: 'parsing, encrypting and checking every row.',
  },
} as const satisfies Record<string, Promised>

export type PromiseId = keyof typeof promises
