-- Rate limiting of code guesses (D10).

create table private.attempts (
  id bigint generated always as identity primary key,
  kind text not null,
  caller text not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.attempts is 'Missed guesses of codes, one row each, kept for a day (D10).';
create index attempts_caller_idx on private.attempts (kind, caller, at desc);
create index attempts_at_idx on private.attempts (at);

create function private.refuse_undoable()
returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  if v_headers ->> 'accept' ~* 'vnd\.pgrst' or v_headers ->> 'prefer' ~* 'max-affected|tx=' then
    raise exception 'undoable_guess' using errcode = 'PT406';
  end if;
end
$$;
comment on function private.refuse_undoable() is
  'Raises undoable_guess for a request that the REST layer would fail because of its result (one object, max-affected): the '
  'rollback would undo the count of the guess, and timing would still reveal a hit (D10).';

create function private.check_attempts(p_kind text, p_caller text)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_tenth timestamptz;
  v_fiftieth timestamptz;
  v_wait numeric;
begin
  -- A GET runs in a read-only transaction, which cannot count a miss.
  if current_setting('transaction_read_only')::boolean then
    raise exception 'cannot check a code in a read-only transaction' using errcode = '25006';
  end if;
  perform private.refuse_undoable();

  -- One guess at a time per caller: parallel guesses would all read the same count.
  perform pg_advisory_xact_lock(hashtextextended(p_kind || ':' || p_caller, 0));

  select at into v_tenth from private.attempts
  where kind = p_kind and caller = p_caller order by at desc offset 9 limit 1;
  select at into v_fiftieth from private.attempts
  where kind = p_kind and caller = p_caller order by at desc offset 49 limit 1;

  v_wait := ceil(extract(epoch from
    greatest(v_tenth + interval '1 minute', v_fiftieth + interval '1 day') - clock_timestamp()));
  if v_wait > 0 then
    raise exception 'rate_limited' using errcode = 'PT429', detail = v_wait::text;
  end if;
end
$$;
comment on function private.check_attempts(text, text) is
  'Raises rate_limited after 10 misses in a minute or 50 in a day; the detail is the seconds to wait (D10).';

create function private.count_attempt(p_kind text, p_caller text)
returns void
language sql set search_path = ''
begin atomic
  insert into private.attempts (kind, caller) values (p_kind, p_caller);
  -- Keeps the table to at most 50 rows per caller, and to about a day.
  delete from private.attempts
  where kind = p_kind and caller = p_caller and at < now() - interval '1 day';
  delete from private.attempts
  where id in (
    select a.id from private.attempts as a
    where a.at < now() - interval '1 day'
    order by a.at limit 100
    for update skip locked
  );
end;
comment on function private.count_attempt(text, text) is
  'Counts one miss; deletes the caller''s misses that are a day old, and some of other callers.';

create function private.check_hourly(p_kind text, p_limit integer)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_first timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_kind || ':' || auth.uid(), 0));
  select a.at into v_first from private.attempts as a
  where a.kind = p_kind and a.caller = auth.uid()::text order by a.at desc offset p_limit - 1 limit 1;
  if v_first > clock_timestamp() - interval '1 hour' then
    raise exception 'rate_limited' using errcode = 'PT429',
      detail = ceil(extract(epoch from v_first + interval '1 hour' - clock_timestamp()))::text;
  end if;
end
$$;
comment on function private.check_hourly(text, integer) is
  'Raises rate_limited, with the seconds to wait, if as many uses by the caller as the limit were counted in the last hour.';

create function private.caller_of(p_address text)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_address inet;
begin
  v_address := p_address::inet;
  -- One household owns a whole IPv6 /64, so limiting single addresses would limit nothing.
  return coalesce(
    case when family(v_address) = 6 then network(set_masklen(v_address, 64))::text else host(v_address) end, 'unknown');
exception when others then
  return 'unknown';
end
$$;
comment on function private.caller_of(text) is 'The caller behind an address: IPv4 host, IPv6 /64, or one shared "unknown".';

create function private.caller_address()
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- The gateway sets the first two; the last hop of the third is the only one that the client did not write.
  return private.caller_of(coalesce(
    v_headers ->> 'cf-connecting-ip',
    v_headers ->> 'x-real-ip',
    trim(split_part(v_headers ->> 'x-forwarded-for', ',', -1))
  ));
end
$$;
comment on function private.caller_address() is 'The caller by the address that the gateway set on this request (D10).';
