export function dropOnPeer(file: File): Promise<number>
