/** What the open tabs of one browser tell each other: who is signed in. */

const CHANNEL = 'fs:account'

const channel = new BroadcastChannel(CHANNEL)

/** `null`: somebody has signed out. The tab that tells is not told. */
export function tellTabs(account: string | null): void {
  channel.postMessage(account)
}

/** Gives the way to stop listening. */
export function listenToTabs(onAccount: (account: string | null) => void): () => void {
  const listen = ({ data }: MessageEvent<string | null>) => onAccount(data)
  channel.addEventListener('message', listen)
  return () => channel.removeEventListener('message', listen)
}
