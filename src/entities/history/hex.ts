/** `\x0a1b`, as the REST layer returns bytes, without the prefix. */
export const hexOf = (bytes: string) => bytes.replace(/^\\x/, '')
