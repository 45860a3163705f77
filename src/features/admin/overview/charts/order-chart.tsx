import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type OrderDay, orderDays } from '@/entities/overview/flows'
import { formatCount, formatNumber } from '@/lib/format'
import { Columns, Tip } from './columns'
import { stepLabel } from './labels'
import { Legend } from './legend'
import { allOrdersRef, ordersRef } from './number-refs'
import { placedOn, statuses } from './order-day'
import { Plot, TimeAxis, WaitingPlot } from './plot'
import { columnScale, ticksOf } from './scales'
import { Targets } from './targets'

const height = 'mt-5 h-40'

export function OrderChart({ rows }: { rows: OrderDay[] | undefined }) {
  return (
    <div className="sheet p-6 max-md:p-4">
      <Legend
        items={[
          {
            name: 'Placed',
            mark: 'bg-ink-2',
            value: rows?.reduce((sum, row) => sum + placedOn(row), 0),
            numberRef: allOrdersRef(rows ?? []),
            label: `Placed, last ${orderDays} days`,
          },
        ]}
      />
      {rows ? (
        <Days rows={rows} />
      ) : (
        <>
          <WaitingPlot className={height} bars={orderDays} />
          <div className="h-6" />
        </>
      )}
    </div>
  )
}

function Days({ rows }: { rows: OrderDay[] }) {
  const placed = rows.map(placedOn)
  const highest = Math.max(1, ...placed)
  const columns = columnScale(rows.length)
  const scale = scaleLinear({ domain: [0, highest], range: [100, 0], nice: 3 })
  const targets = rows.map((row) => ({
    numberRef: ordersRef(row),
    label: `${stepLabel(row.day, 'day')}, placed: ${formatNumber(placedOn(row))}`,
  }))
  const all = placed.reduce((sum, count) => sum + count, 0)
  return (
    <Columns
      label={`Orders placed on each of the last ${orderDays} days: ${formatNumber(all)} in all, ${formatNumber(highest)} on the busiest day`}
      count={rows.length}
      series={['placed']}
      tip={(index) => tipOf(rows[index])}
    >
      <Plot
        className={height}
        ticks={ticksOf(scale, 3)}
        targets={<Targets series="placed" targets={targets} top={0} bottom={0} />}
      >
        {placed.map((count, index) => (
          <Bar
            key={rows[index]?.day}
            className="fill-ink-2"
            x={columns(index)}
            width={columns.bandwidth()}
            y={scale(count)}
            height={100 - scale(count)}
          />
        ))}
      </Plot>
      <TimeAxis days={rows.map((row) => row.day)} step="day" />
    </Columns>
  )
}

function tipOf(row: OrderDay | undefined) {
  if (!row) return null
  return (
    <Tip
      title={`${stepLabel(row.day, 'day')}: ${formatCount(placedOn(row), 'order')}`}
      rows={statuses.flatMap(({ status, word }) =>
        row[status] > 0 ? [{ name: word, value: formatNumber(row[status]) }] : [],
      )}
    />
  )
}
