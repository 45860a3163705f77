/** 'Welcome back, Tamsin': the greeting with the first of somebody's names. */
export function greeting(name = ''): string {
  const [first] = name.trim().split(/\s+/)
  return first ? `Welcome back, ${first}` : 'Welcome back'
}
