// The words of services/first.

export const thisDeviceHasPasskey = 'This device has a passkey for your account already'
export const noPasskeyUsed = 'No passkey was used: the request was closed or took too long. Try again'
export const passkeysNeedOwnAddress =
  "Passkeys work at the portal's own address only. Open the portal there, or try another way"
export const passkeyNotUsable = 'This browser could not use a passkey here. Try another way'
export const system = 'System'
export const light = 'Light'
export const dark = 'Dark'
export const noConnection = 'There is no connection to the server. This can be done when it is back.'
