-- A miss is counted in the transaction of its request (D10), so no request may ask for an answer that fails afterwards:
-- one object of no rows, or at most so many rows changed. Undone, it would leave no count, and still tell by what no
-- rollback takes back (the time it took, the numbers of `seq`) whether the code was a hit.

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
  'Raises undoable_guess when the REST layer was told to fail on what a function answered, which would undo its count (D10).';

create or replace function private.check_attempts(p_kind text, p_caller text)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_tenth timestamptz;
  v_fiftieth timestamptz;
  v_wait numeric;
begin
  -- A GET runs in a transaction that can count nothing, so it may learn nothing either.
  if current_setting('transaction_read_only')::boolean then
    raise exception 'cannot check a code in a read-only transaction' using errcode = '25006';
  end if;
  perform private.refuse_undoable();

  -- One guess at a time per caller, or parallel guesses would all read the same count.
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
