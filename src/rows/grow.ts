// A typed array that becomes longer.
type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

export function grow<A extends Numbers>(kind: new (length: number) => A, before: A, length: number): A {
  const after = new kind(length)
  after.set(before)
  return after
}
