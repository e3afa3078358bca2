export function dropOnReference(file: File): Promise<number>
