// Why the browser used or made no passkey, and the sentences for it.
import { m } from '#words/messages.js'

export type PasskeyFault = 'passkeyNotUsed' | 'passkeyExists' | 'passkeyElsewhere' | 'passkeyUnusable'

export const passkeyFaultTexts: Readonly<Record<PasskeyFault, string>> = {
  passkeyNotUsed: m.device_noPasskeyUsed(),
  passkeyExists: m.device_thisDeviceHasPasskey(),
  passkeyElsewhere: m.device_passkeysNeedOwnAddress(),
  passkeyUnusable: m.device_passkeyNotUsable(),
}
