/** Messages between the open tabs of one browser about the account that is signed in. */

const CHANNEL = 'fs:account'

const channel = new BroadcastChannel(CHANNEL)

/** Sends the account to the other tabs; `null`: signed out. This tab receives no message. */
export function sendToTabs(account: string | null): void {
  channel.postMessage(account)
}

/** Listens to the other tabs. Returns a function that stops it. */
export function listenToTabs(onAccount: (account: string | null) => void): () => void {
  const listen = ({ data }: MessageEvent<string | null>) => onAccount(data)
  channel.addEventListener('message', listen)
  return () => channel.removeEventListener('message', listen)
}
