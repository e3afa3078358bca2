// Types of portal-folder.mjs for the tests.
export interface PortalBuild {
  readonly language: string
  readonly folder: string
}
export function assemblePortal(builds: readonly PortalBuild[], dist: string): Promise<void>
