// Passes draft keys between the pages of one client and the service worker, as messages in memory. Neither a message
// nor a CryptoKey in it is written to disk.

export type KeyMessage =
  /** A page needs the key of this user. */
  | { readonly kind: 'request'; readonly ownerUser: string }
  | { readonly kind: 'key'; readonly ownerUser: string; readonly key: CryptoKey }
  /** A user has logged out. All keys except the key of the user `stays` must be deleted. */
  | { readonly kind: 'gone'; readonly stays: string | undefined }

/** `base`: the path of the client. Undefined in a browser without broadcast channels. */
export function openKeyChannel(base: string, onMessage: (message: KeyMessage) => void): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(`portal${base}keys`)
  channel.addEventListener('message', ({ data }: MessageEvent<KeyMessage>) => onMessage(data))
  return channel
}

type StoredKey = Extract<KeyMessage, { kind: 'key' }>

/**
 * For the service worker: keeps the key in memory while a page reloads, so that drafts open again offline. The browser
 * stops an idle worker within about half a minute, and the key is lost then.
 */
export function holdKeyForReloads(base: string): void {
  let stored: StoredKey | undefined
  const channel = openKeyChannel(base, (message) => {
    switch (message.kind) {
      case 'key':
        stored = message
        break
      case 'gone':
        if (stored?.ownerUser !== message.stays) stored = undefined
        break
      case 'request':
        if (stored?.ownerUser === message.ownerUser) channel?.postMessage(stored)
    }
  })
}
