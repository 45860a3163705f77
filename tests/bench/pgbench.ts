import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs pgbench, which Debian ships with the server (postgresql). Throws when it is missing or fails. */
export async function pgbench(url: string, args: string[], options = ''): Promise<string> {
  const env = { ...process.env, PGOPTIONS: options }
  const { stdout } = await promisify(execFile)('pgbench', [...args, url], { env })
  return stdout
}

/** Transactions per second that pgbench measured with these arguments. */
export async function rate(url: string, args: string[], options?: string): Promise<number> {
  const output = await pgbench(url, ['--no-vacuum', ...args], options)
  const tps = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
  if (!(tps > 0)) throw new Error(`pgbench printed no rate: ${output}`)
  return tps
}

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** A sentence for each value that exceeds its maximum, or that is no number. */
export const tooMuch = (values: [what: string, value: number, max: number][]): string[] =>
  values
    .filter(([, value, max]) => !(value <= max))
    .map(([what, value, max]) => `${what}: ${value.toFixed(2)}, at most ${max}`)

const logsOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .map((name) => join(folder, name))

/** What makes pgbench log every transaction into a folder, whose earlier logs it deletes. */
export function logInto(folder: string): string[] {
  for (const log of logsOf(folder)) rmSync(log)
  return ['--log', `--log-prefix=${join(folder, 'log')}`]
}

/** The 99th percentile of the logged transactions, in milliseconds. */
export function p99(folder: string): number {
  const times = logsOf(folder)
    .flatMap((log) => readFileSync(log, 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

/** Lets the client role place orders as every member, to their own address: `bench.place_order(member, benefit)` by the numbers of two tables. */
export const PLACE_ORDERS = `
  create schema bench;
  create table bench.members as select row_number() over () as n, id, email,
    json_build_object('sub', id, 'role', 'authenticated')::text as claims from public.profiles;
  create table bench.benefits as select row_number() over () as n, id from public.benefits;
  alter table bench.members add primary key (n);
  alter table bench.benefits add primary key (n);
  create function bench.place_order(member int, benefit int) returns void language plpgsql as $$
  declare v record;
  begin
    select m.id, m.email, m.claims, b.id as benefit_id into v from bench.members as m, bench.benefits as b where m.n = member and b.n = benefit;
    perform set_config('request.jwt.claims', v.claims, true);
    insert into public.orders (id, user_id, benefit_id, redemption_email) values (gen_random_uuid(), v.id, v.benefit_id, v.email);
  end $$;
  grant usage on schema bench to authenticated;
  grant select on all tables in schema bench to authenticated;
  grant execute on all functions in schema bench to authenticated`
