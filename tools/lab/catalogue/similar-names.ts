// Suggests the most similar valid name for a mistyped one.
import { toQuotedList } from './drive.ts'

/** "there is no key 'sate': did you mean 'state'?". */
export function unknownName(noun: string, name: string, names: readonly string[]): string {
  const allNames = names.length > 0 ? `: ${toQuotedList(names)}` : ''
  return `${noun} '${name}'${suggestionFor(name, names) || allNames}`
}

/** ": did you mean 'state'?", or nothing if no name is similar. */
export function suggestionFor(name: string, names: readonly string[]): string {
  const candidates = names.map((candidate) => ({
    candidate,
    distance: editDistance(name.toLowerCase(), candidate.toLowerCase()),
    // A third of the letters.
    maxDistance: Math.max(1, Math.floor(Math.max(candidate.length, name.length) / 3)),
  }))
  const [closest] = candidates
    .filter(({ distance, maxDistance }) => distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance)
  return closest ? `: did you mean '${closest.candidate}'?` : ''
}

/** The edit distance of two words. Swapped neighbours count as one edit. */
function editDistance(first: string, second: string): number {
  const rows = [Array.from({ length: second.length + 1 }, (_, index) => index)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= first.length; row += 1) {
    const cells = [row]
    rows.push(cells)
    for (let column = 1; column <= second.length; column += 1) {
      const isSame = first[row - 1] === second[column - 1]
      const isSwapped = first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1]
      cells.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return cell(first.length, second.length)
}
