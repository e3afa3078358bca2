// The types of company-login.mjs, for the tests.
export const DEFAULT_PORT: number
export const CLIENT_ID: string
export const CLIENT_SECRET: string

export interface CompanyLogin {
  readonly issuer: string
  readonly close: () => Promise<void>
}

export function startCompanyLogin(options: {
  readonly port: number
  readonly portalUrl: string
  readonly groupsOf?: (email: string) => readonly string[]
}): Promise<CompanyLogin>
