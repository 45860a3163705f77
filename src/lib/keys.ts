/** Whether an input method takes the key; Safari ends the composition before its Enter. */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229

/** In lower case. Uses the key's position if the layout has no letter of A to Z there: Cyrillic, Greek, Hebrew. */
export function letterOf({ key, code }: KeyboardEvent): string | undefined {
  const letter = /^[a-z]$/i.test(key) ? key : /[^ -~]/.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return letter?.toLowerCase()
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** False if the link opens in a new tab or window. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
