// The words of pages/access/NoticesStillOn.

export const noticesStillOn = (until: string): string =>
  `This device shows a notice when something waits for approval, until ${until}. It names no one, no card and no amount.`
export const turnOff = 'Turn off'
