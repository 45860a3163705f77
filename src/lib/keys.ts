/** Whether an input method takes the key; Safari ends the composition before its Enter. */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229

/** In lower case. Uses the key's position if the layout has no letter of A to Z there: Cyrillic, Greek, Hebrew. */
export function letterOf({ key, code }: KeyboardEvent): string | undefined {
  const letter = /^[a-z]$/i.test(key) ? key : /[^ -~]/.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return letter?.toLowerCase()
}
