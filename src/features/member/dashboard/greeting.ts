/** 'Welcome, Tamsin': the first of somebody's names. It is true of a first visit too. */
export function greeting(name = ''): string {
  const [first] = name.trim().split(/\s+/)
  return first ? `Welcome, ${first}` : 'Welcome'
}
