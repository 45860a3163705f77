import { scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import clsx from 'clsx'
import { Explained } from '@/components/explain/explained'
import { Skeleton } from '@/components/ui/skeleton'
import { type FlowStep, type TokenStep, tokenSteps } from '@/entities/overview/overview'
import { formatNumber } from '@/lib/format'
import { Columns, Targets, Tip } from './columns'
import { allTokensRef, flowTotals, stepLabel, type TokenFigure, tokensRef, tokenWords } from './labels'
import { Plot, TimeAxis, WaitingPlot } from './plot'
import { columnScale, ticksOf } from './scales'

type Props = { step: FlowStep; rows: TokenStep[] | undefined }

const bars = 'mt-5 h-[232px] max-md:h-[200px]'
const line = 'mt-7 h-16'

/** Outstanding has a plot of its own: two scales never share one. */
export function TokenChart({ step, rows }: Props) {
  const totals = rows && flowTotals(rows)
  const total = (number: TokenFigure, mark: LegendItem['mark']): LegendItem => ({
    name: tokenWords[number],
    mark,
    value: totals?.[number],
    numberRef: allTokensRef(number, step, rows ?? []),
    label: `${tokenWords[number]}${number === 'outstanding' ? '' : `, last ${tokenSteps[step]} ${step}s`}`,
  })
  return (
    <div className="sheet p-6 max-md:p-4">
      <Legend
        items={[total('issued', 'bg-token-fill'), total('spent', 'bg-accent'), total('outstanding', 'line')]}
      />
      {rows ? (
        <Plots step={step} rows={rows} />
      ) : (
        <>
          <WaitingPlot className={bars} bars={tokenSteps[step]} />
          <div className={clsx('mr-[52px] flex items-center border-b border-line', line)}>
            <Skeleton className="h-0.5 w-full" />
          </div>
          <div className="h-6" />
        </>
      )}
    </div>
  )
}

function Plots({ step, rows }: { step: FlowStep; rows: TokenStep[] }) {
  const { issued, spent, outstanding } = flowTotals(rows)
  const columns = columnScale(rows.length)
  const leftOf = (index: number) => columns(index) ?? 0
  const width = columns.bandwidth()
  const flow = scaleLinear({
    domain: [-Math.max(...rows.map((row) => row.spent)), Math.max(1, ...rows.map((row) => row.issued))],
    range: [100, 0],
    nice: 4,
  })
  const targets = (number: TokenFigure) =>
    rows.map((row) => ({
      numberRef: tokensRef(number, step, row),
      label: `${stepTitle(row, step)}, ${number}: ${formatNumber(row[number])}`,
    }))
  const held = scaleLinear({
    domain: [0, Math.max(1, ...rows.map((row) => row.outstanding))],
    range: [100, 0],
    nice: 2,
  })
  return (
    <Columns
      label={`Tokens in each of the last ${tokenSteps[step]} ${step}s: ${formatNumber(issued)} issued and ${formatNumber(spent)} spent in all, ${formatNumber(outstanding)} outstanding now`}
      count={rows.length}
      series={['issued', 'spent', 'outstanding']}
      tip={(index) => tipOf(rows[index], step)}
    >
      <Plot
        className={bars}
        ticks={ticksOf(flow, 4)}
        targets={
          <>
            <Targets series="issued" targets={targets('issued')} top={0} bottom={100 - flow(0)} />
            <Targets series="spent" targets={targets('spent')} top={flow(0)} bottom={0} />
          </>
        }
      >
        {rows.map((row, index) => (
          <g key={row.starts_on}>
            <Bar
              className="fill-token-fill"
              x={leftOf(index)}
              width={width}
              y={flow(row.issued)}
              height={flow(0) - flow(row.issued)}
            />
            <Bar
              className="fill-accent"
              x={leftOf(index)}
              width={width}
              y={flow(0)}
              height={flow(-row.spent) - flow(0)}
            />
          </g>
        ))}
      </Plot>
      <Plot
        className={line}
        ticks={ticksOf(held, 2)}
        targets={<Targets series="outstanding" targets={targets('outstanding')} top={0} bottom={0} />}
      >
        <LinePath
          data={rows}
          x={(_, index) => leftOf(index) + width / 2}
          y={(row) => held(row.outstanding)}
          fill="none"
          className="stroke-ink-2"
          strokeWidth={1.75}
          vectorEffect="non-scaling-stroke"
        />
      </Plot>
      <TimeAxis days={rows.map((row) => row.starts_on)} step={step} />
    </Columns>
  )
}

function stepTitle({ starts_on }: TokenStep, step: FlowStep): string {
  const day = stepLabel(starts_on, step)
  return step === 'week' ? `Week from ${day}` : day
}

function tipOf(row: TokenStep | undefined, step: FlowStep) {
  if (!row) return null
  return (
    <Tip
      title={stepTitle(row, step)}
      rows={[
        { name: 'Issued', value: formatNumber(row.issued) },
        { name: 'Spent', value: formatNumber(row.spent) },
        { name: 'Outstanding', value: formatNumber(row.outstanding) },
      ]}
    />
  )
}

type LegendItem = {
  name: string
  mark: 'line' | `bg-${string}`
  value: number | undefined
  numberRef: string
  label: string
}

function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 max-md:mb-3 max-md:justify-between max-md:gap-x-5">
      {items.map(({ name, mark, value, numberRef, label }) => (
        <div key={name}>
          <dt className="flex items-center gap-2 text-ink-muted">
            <span
              aria-hidden="true"
              className={
                mark === 'line' ? 'w-3.5 border-t-2 border-ink-2' : clsx('size-2.5 rounded-[2px]', mark)
              }
            />
            {name}
          </dt>
          <dd className="figures flex min-h-[34px] items-center font-serif text-xl font-medium tracking-[-.01em] max-md:min-h-7 max-md:text-lg">
            {value === undefined ? (
              <Skeleton className="h-5 w-16" />
            ) : (
              <Explained numberRef={numberRef} label={label}>
                {formatNumber(value)}
              </Explained>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
