// Why the browser used or made no passkey, and the sentences for it.
import * as say from '#words/services/first.ts'

export type PasskeyFault = 'passkeyNotUsed' | 'passkeyExists' | 'passkeyElsewhere' | 'passkeyUnusable'

export const passkeyFaultWords: Readonly<Record<PasskeyFault, string>> = {
  passkeyNotUsed: say.noPasskeyUsed,
  passkeyExists: say.thisDeviceHasPasskey,
  passkeyElsewhere: say.passkeysNeedOwnAddress,
  passkeyUnusable: say.passkeyNotUsable,
}
