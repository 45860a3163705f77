export const deliveryMethods = ['key', 'link', 'file', 'manual'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

/** For admins. */
export const methodNames: Record<string, string> = {
  key: 'Key',
  link: 'Link',
  file: 'File',
  manual: 'By hand',
}

const texts: Record<DeliveryMethod, string> = {
  key: 'A licence key, at once',
  link: 'A link, at once',
  file: 'A file, at once',
  manual: 'By hand, within 24-48 hours',
}

const shortTexts: Record<DeliveryMethod, string> = {
  key: 'Key, at once',
  link: 'Link, at once',
  file: 'File, at once',
  manual: 'By hand, 24-48 hours',
}

export function isDeliveryMethod(method: string): method is DeliveryMethod {
  return deliveryMethods.some((known) => known === method)
}

export function methodText(method: string): string {
  return isDeliveryMethod(method) ? texts[method] : texts.manual
}

/** For cards. */
export function shortMethodText(method: string): string {
  return isDeliveryMethod(method) ? shortTexts[method] : shortTexts.manual
}
