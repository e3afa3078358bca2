// The figures that are promised, by their numbers or names: what each is measured against, and what keeps it where it is. Both stand
// beside the figure in the table (`npm run bench -- --table`).

interface Promised {
  readonly against: string
  readonly holds: string
}

const papaparse = 'bare papaparse of the same text, which checks nothing'

export const promises = {
  G1: { against: papaparse, holds: 'papaparse itself, and then the checks of every row: digits, check digits, amounts and duplicates, as objects that become columns at the end. 5,000 rows take some 15 ms of a worker, which nobody notices' },
  G2: { against: 'the same file in a worker that was never used', holds: 'the reading itself: the sixth file in one worker, with everything compiled, still takes 0.28 (csv) to 0.33 (xlsx, xls) of the first one in a cold worker. In the slower run fresh memory is what both take most of their time for' },
  G3: { against: `${papaparse}; for memory, its objects`, holds: 'of each row 65 bytes: 24 of its text, 24 of places there, 17 of number, cents and findings; 0.3 MB of the 5,000 rows that a batch may have' },
  G4: { against: 'a file within the limit; SheetJS reading all of it', holds: 'the slice that has to be read until the limit is passed; in the slower run, fresh memory for it' },
  G5: { against: 'the same rows cloned as objects', holds: 'nothing but the transfer of buffers' },
  G6: { against: 'papaparse on the main thread and a plain React table of all rows (no importer of others is among the packages)', holds: 'drawing: of some 700 ms no moment is idle; 55 of a hundred are script (React drawing figures, bar and rows, the first pieces of the draft), 40 style, layout and paint by the browser, 5 memory' },
  G7: { against: 'the same peers, all threads of the renderer slowed', holds: 'the same drawing, and reading in the worker, which is slow too' },
  G8: { against: 'what the browser calls a long task', holds: 'the first drawing of the table and its bar in one commit of React, some 50 ms of script; while scrolling, style, layout and paint of five new rows a frame, three quarters of the time' },
  G9: { against: "SheetJS's leanest read", holds: 'of 72 ms of a cold worker 51 run (inflating, the pattern of a cell, strings), 11 compile, 6 collect garbage; hot it takes 27. SheetJS takes 122, of which 46 compile' },
  G10: { against: 'SheetJS writing the same cells, compressed', holds: 'deflating; escaping of text' },
  G11: { against: 'jspdf-autotable', holds: 'widths of texts' },
  G12: { against: "Dexie's bulkPut and toArray of a record a row, not encrypted", holds: 'the commit, more than half of the time when saved; JSON and AES-GCM of the chunks, a third' },
  G13: { against: 'one put of one record, not encrypted', holds: 'a get, two puts and a commit where the peer has a put: the thread of the page is idle for a quarter of the time and busy with these for most of the rest; sealing takes 0.3 of 3 ms' },
  G14: { against: 'one SQL join by the hashes; single look-ups', holds: 'hashing the numbers with a key, and judging the rows' },
  G15: { against: 'the bare inserts and updates of the same rows; a transaction a row', holds: 'of 620 ms a batch 464 are the ten statements that write, of which a third is triggers and references and a third the entries with their indexes; 106 read and lock rows and accounts, 27 end parts, 20 are the host’s own. In one part it takes 1.4 of the bare inserts, and lets nobody in between' },
  G16: { against: 'the same work on few cards; the first postings on an empty ledger', holds: 'depth of indexes, and pages that are no longer in memory' },
  G17: { against: 'four times the time of one batch alone', holds: 'the funding account, which one batch at a time may lock' },
  G18: { against: 'a count', holds: 'parts of fixed size' },
  G19: { against: 'PostgreSQL in the same run', holds: 'WebAssembly on one thread' },
  G20: { against: 'a count of bytes, gzipped', holds: 'React, router, query and XState' },
  G21: { against: 'a bare page of React and its router, served by the same host over the same slow line (Lighthouse is not among the packages)', holds: 'bytes of script before the first form' },
  G24: { against: 'what cards §5 allows', holds: 'decryption of the cards that are shown' },
  G25: { against: 'a cursor over the same rows; COPY', holds: 'turning each row into text; deflating of the workbook' },
  crowd: { against: 'the same reads while no batch is posted; the framework answering a constant', holds: 'two processors, which callers, hosts and database share here' },
  lists: { against: 'the statements of the question, asked of the database alone; those of a change as it makes them', holds: 'decryption, JSON, and the reading itself where it is of many rows; a report goes by keys, which takes the database a fifth to a seventh of what it chooses by itself' },
  issuing: { against: 'the bare inserts of the same cards, accounts, tags and ledger lines', holds: 'the database, two thirds of the time: numbers must be new, parts are proved by triggers; a third is script, which judges each row anew, draws its number and encrypts it' },
  start: { against: 'a person who waits', holds: 'compiling the scripts; at the sign-in, the hash of the password. The slower run is of a machine where fresh memory is dear, on which the code of the day before took as long' },
  seed: { against: 'a start that a person waits for', holds: 'inserting with all constraints' },
  import: { against: 'a bare COPY of the rows that come of it', holds: 'parsing, encrypting and checking every row' },
} as const satisfies Record<string, Promised> // oxfmt-ignore

export type PromiseId = keyof typeof promises
