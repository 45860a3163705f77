/** 'MNTS-••••-4KQ8' -> '4KQ8'. */
export function maskEnding(mask: string): string {
  return mask.slice(mask.lastIndexOf('•') + 1).replace(/^-/, '')
}
