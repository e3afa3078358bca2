export interface ReleasedPackage {
  readonly path: string
  readonly integrity: string
  readonly name: string
  readonly version: string
  readonly licence: string
}
export function releasedPackages(): ReleasedPackage[]
export function releasedFonts(): { readonly name: string; readonly licence: string }[]
export function isAllowed(licence: string): boolean
