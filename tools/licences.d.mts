export interface ReleasedPackage {
  readonly name: string
  readonly version: string
  readonly licence: string
}
export function releasedPackages(): ReleasedPackage[]
export function isAllowed(licence: string): boolean
