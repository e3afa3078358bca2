// The reasons why the browser used or created no passkey, and the messages about them.
import { m } from '#words/messages.js'

export type PasskeyFault = 'passkeyNotUsed' | 'passkeyExists' | 'passkeyElsewhere' | 'passkeyUnusable'

export const passkeyFaultTexts: Readonly<Record<PasskeyFault, string>> = {
  passkeyNotUsed: m.device_noPasskeyUsed(),
  passkeyExists: m.device_thisDeviceHasPasskey(),
  passkeyElsewhere: m.device_passkeysNeedOwnAddress(),
  passkeyUnusable: m.device_passkeyNotUsable(),
}
