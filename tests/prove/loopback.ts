/** Why the proof refuses to run, in one sentence. */
export class Refusal extends Error {}

/** Throws Refusal unless `address` is on this machine: races, load and kills go nowhere else. */
export function onlyLoopback(address: string): void {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  if (isLoopback(host)) return
  throw new Refusal(
    `Races, load and kills only ever go to this machine, and ${host || address} is another one, so nothing was sent.`,
  )
}

/** Whether a host name can only mean this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
