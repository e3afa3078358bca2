// The words of domain/access/devices.

export const browserOnSystem = (browser: string, system: string): string => `${browser} on ${system}`
