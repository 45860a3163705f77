import clsx from 'clsx'
import { formatNumber, formatSigned } from '@/lib/format'
import { steps } from './content'
import { Section } from './section'

const figure =
  'figures border-l border-line px-4 text-right font-serif text-[1.75rem]/[1.875rem] font-medium max-md:flex max-md:border-0 max-md:px-0 max-md:text-lg max-md:before:mr-auto max-md:before:font-sans max-md:before:text-sm max-md:before:font-normal max-md:before:text-ink-muted max-md:before:content-[attr(data-label)]'
const head = 'border-b border-line-strong py-2.5 text-xs font-medium text-ink-muted'

export function HowItWorks() {
  return (
    <Section
      id="how"
      title="How it works, step by step"
      intro="Four transactions from the first weeks of a membership. Yours will look like this, line by line, with the balance after each."
    >
      <table className="mt-11 w-full border-separate border-spacing-0 border-t border-ink max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            <th className={clsx(head, 'w-18')}>
              <span className="sr-only">Step</span>
            </th>
            <th className={clsx(head, 'text-left')}>Transaction</th>
            <th className={clsx(head, 'w-34 border-l border-l-line px-4 text-right')}>Tokens</th>
            <th className={clsx(head, 'w-34 border-l border-l-line px-4 text-right')}>Balance</th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {steps.map(({ title, text, tokens, balance }, index) => (
            <tr
              key={title}
              className="max-md:grid max-md:grid-cols-[44px_minmax(0,1fr)] max-md:gap-y-1.5 max-md:border-b max-md:border-line max-md:py-4.5 md:[&>td]:border-b md:[&>td]:border-b-line md:[&>td]:py-5.5 md:[&>td]:align-top"
            >
              <td className="px-3 font-serif text-[1.75rem]/[1.875rem] font-medium text-token max-md:px-0">
                {index + 1}
              </td>
              <td>
                <h3 className="text-lg font-semibold tracking-[-.01em]">{title}</h3>
                <p className="mt-0.5 max-w-[70ch] text-base text-pretty text-ink-muted">{text}</p>
              </td>
              <td
                data-label="Tokens"
                className={clsx(
                  figure,
                  'max-md:col-start-2',
                  tokens > 0 && 'text-positive',
                  tokens === 0 && 'text-ink-muted',
                )}
              >
                {tokens === 0 ? '0' : formatSigned(tokens)}
              </td>
              <td data-label="Balance" className={clsx(figure, 'max-md:col-start-2')}>
                {formatNumber(balance)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
