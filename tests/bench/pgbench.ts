import { execFile } from 'node:child_process'
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

/** Milliseconds that a transaction of each script took on average, in the order of the scripts; of a run with several. */
export const latencies = (output: string) =>
  [...output.matchAll(/^ - latency average = ([\d.]+) ms$/gm)].map(([, ms]) => Number(ms))

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Lets the client role place orders as every member, to their own address: `bench.place_order(member, benefit)` by the numbers of two tables. */
export const PLACE_ORDERS = `
  create schema bench;
  create table bench.members as select row_number() over () as n, id, email from public.profiles;
  create table bench.benefits as select row_number() over () as n, id from public.benefits;
  alter table bench.members add primary key (n);
  alter table bench.benefits add primary key (n);
  create function bench.place_order(member int, benefit int) returns void language plpgsql as $$
  declare v_member bench.members;
  begin
    select * into v_member from bench.members where n = member;
    perform set_config('request.jwt.claims', json_build_object('sub', v_member.id, 'role', 'authenticated')::text, true);
    insert into public.orders (id, user_id, benefit_id, redemption_email)
    values (gen_random_uuid(), v_member.id, (select id from bench.benefits where n = benefit), v_member.email);
  end $$;
  grant usage on schema bench to authenticated;
  grant select on all tables in schema bench to authenticated;
  grant execute on all functions in schema bench to authenticated`
