import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { WithName } from './with-name'

const html = (text: string, name?: string) => render(<WithName text={text} name={name} />).container.innerHTML

it('isolates the name in a sentence, wherever it is', () => {
  expect(html('Delete שלום', 'שלום')).toBe('Delete <bdi>שלום</bdi>')
  expect(html('Make שלום an admin?', 'שלום')).toBe('Make <bdi>שלום</bdi> an admin?')
  expect(html('שלום has 5 tokens', 'שלום')).toBe('<bdi>שלום</bdi> has 5 tokens')
})

it('leaves a sentence without the name as it is', () => {
  expect(html('The account is deleted.', 'שלום')).toBe('The account is deleted.')
  expect(html('Delete', '')).toBe('Delete')
  expect(html('Delete')).toBe('Delete')
})
