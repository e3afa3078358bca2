// The words of services/first.

export const thisDeviceHasPasskey = 'This device already has a passkey for your account'
export const noPasskeyUsed = 'No passkey was used: the request was closed or took too long. Try again'
export const passkeysNeedOwnAddress =
  "Passkeys work only at the portal's own address. Open the portal there, or try another way"
export const passkeyNotUsable = 'This browser could not use a passkey here. Try another way'
export const system = 'System'
export const light = 'Light'
export const dark = 'Dark'
export const noConnection = 'There is no connection to the server. You can do this when you are back online.'
