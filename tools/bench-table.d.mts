/** The runs of each bench at a size, the newest last. */
export function readRuns(size: number): Record<string, unknown[]>
/** The text of docs/performance.md with these figures. */
export function toPage(benches: Record<string, unknown[]>): Promise<string>
