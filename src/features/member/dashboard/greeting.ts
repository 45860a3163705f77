/** The first of somebody's names, if there is one. */
export function firstName(name = ''): string | undefined {
  return name.trim().split(/\s+/)[0] || undefined
}

/** 'Welcome, Tamsin': the first of somebody's names. It is true of a first visit too. */
export function greeting(name?: string): string {
  const first = firstName(name)
  return first ? `Welcome, ${first}` : 'Welcome'
}
