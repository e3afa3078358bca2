// The names of encodings of text files.
export const encodingNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western European)',
  gb18030: 'GB18030 (Simplified Chinese)',
  big5: 'Big5 (Traditional Chinese)',
  shift_jis: 'Shift_JIS (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (high byte first)',
} as const
