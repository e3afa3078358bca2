// Words that comments and names must not use, each with the usual one. tools/plain-words-plugin.mjs checks them in every lint run and
// in the editor. A folder is listed here once its comments are clean.

/** Folders whose comments are checked. */
export const commented = [
  'src/app',
  'src/brand',
  'src/contract',
  'src/domain',
  'src/pages/access',
  'src/pages/account',
  'src/pages/batches',
  'src/pages/drafts',
  'src/pages/home',
  'src/pages/orders',
  'src/pages/reports',
  'src/pages/shared',
  'src/services',
  'src/ui',
  'server/access',
  'server/audit',
  'server/cards',
  'server/config',
  'server/db',
  'server/demo',
  'server/http',
  'server/jobs',
  'server/keys',
  'server/ledger',
  'server/mail',
  'server/merchants',
  'server/notify',
  'server/operations',
  'server/overview',
  'server/reports',
]

/** What a comment must not contain, and what to write instead. */
export const words = [
  [/\bhosts?\b(?!name|:)/i, '"server"'],
  [/\b(whoever|somebody|nobody|anybody|everybody)\b/i, 'the user, the approver, "no one", "everyone": name the actor'],
  [/\bbarred\b/i, '"disabled" or "blocked"'],
  [/\bmend(s|ed|ing)?\b/i, '"fix"'],
  [/\b(sealed?|seals|unsealed?)\b/i, '"encrypted"'],
  [/\ball the same\b|\bof its own accord\b/i, '"anyway", "still" or "automatically"'],
  [/\bwhat stands\b|\bstands? (against|behind|beside|in the place)\b/i, '"is", "has" or "contains"'],
  [/\bwhat speaks against\b|\bspeaks? against\b/i, '"warning", "finding" or "problem"'],
  [/\bbecame of\b|\bbecomes of\b/i, '"result"'],
  [/\b(True|False|Undefined|Null) where\b/, '"if"'],
  [/\bin all\b(?! (languages|directions|cases|tabs|browsers))/i, '"in total"'],
  [/\bthe line is (down|back|lost)\b/i, '"connection"'],
  [/\b(threats T\d|(access|cards|batches|orders) §)/, 'a page of the repository, by file and heading'],
]
