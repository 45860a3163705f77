import { describe, expect, it } from 'vitest'
import { adminSide, dark, light } from '../../tailwind.config.ts'

type Role = keyof typeof light
type Pair = [on: string, ground: string]

const grounds = ['surface-sunk', 'surface', 'surface-raised', 'surface-hover']
const everywhere = ['ink', 'ink-2', 'ink-muted', 'accent', 'danger', 'positive', 'token', 'warning', 'info']
const text: Pair[] = [
  ...everywhere.flatMap((on) => grounds.map((ground): Pair => [on, ground])),
  ...['accent', 'token', 'positive', 'warning', 'info', 'danger'].map((on): Pair => [on, `${on}-soft`]),
  ...['ink', 'ink-muted', 'positive'].map((on): Pair => [on, 'token-soft']),
  ...['ink', 'ink-2'].map((on): Pair => [on, 'danger-soft']),
  ...['ink', 'ink-2', 'ink-muted', 'positive'].map((on): Pair => [on, 'accent-soft']),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-field', 'field'],
  ['on-field', 'field-line'],
  ['on-field-muted', 'field'],
  ['on-field-token', 'field'],
  ['on-toast', 'toast'],
  ['on-toast-muted', 'toast'],
]
const shapes: Pair[] = [
  ...['line-control', 'token-fill', 'focus'].flatMap((on) => grounds.map((ground): Pair => [on, ground])),
  ['token-fill', 'token-soft'],
  ['toast-mark', 'toast'],
]
const adminSidebar: Pair[] = [
  ...['ink', 'ink-2', 'ink-muted'].flatMap((on) =>
    ['surface-sunk', 'surface-raised', 'surface-hover'].map((ground): Pair => [on, ground]),
  ),
  ['accent', 'surface-raised'],
  ['accent', 'accent-soft'],
]

/** Relative luminance of '#RRGGBB' by WCAG. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(theme: Record<Role, string>, [on, ground]: Pair): number {
  const [dim, bright] = [on, ground]
    .map((name) => luminance(theme[`--${name}` as Role]))
    .sort((a, b) => a - b)
  return (bright! + 0.05) / (dim! + 0.05)
}

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('the %s theme', (_name, theme) => {
  it.each(text)('%s is readable on %s', (...pair) => {
    expect(contrast(theme, pair)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapes)('%s is visible on %s', (...pair) => {
    expect(contrast(theme, pair)).toBeGreaterThanOrEqual(3)
  })

  it.each(adminSidebar)("%s is readable on %s in the admin's sidebar", (...pair) => {
    expect(contrast({ ...theme, ...adminSide }, pair)).toBeGreaterThanOrEqual(4.5)
  })
})
