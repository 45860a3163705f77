-- At commit, in constant time: the balance is what the ledger says (D2).

create function private.check_balance()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_account uuid;
  v_before integer;
  v_balance integer;
begin
  if tg_table_name = 'token_transactions' then
    v_account := new.account_id;
    select balance_after into v_before from public.token_transactions
    where account_id = v_account and seq < new.seq order by seq desc limit 1;
    if new.balance_after <> coalesce(v_before, 0) + new.amount then
      raise exception 'ledger_mismatch' using errcode = 'PT500', detail = v_account::text;
    end if;
  else
    v_account := new.id;
  end if;

  select current_tokens into v_balance from public.profiles where id = v_account;
  if found and v_balance <> coalesce(
    (select balance_after from public.token_transactions where account_id = v_account order by seq desc limit 1), 0)
  then
    raise exception 'ledger_mismatch' using errcode = 'PT500', detail = v_account::text;
  end if;
  return null;
end
$$;
comment on function private.check_balance() is
  'Constraint trigger: each row follows from the row before it, and the newest row states the balance (D2).';

create constraint trigger profiles_balance_at_birth after insert on public.profiles
deferrable initially deferred
for each row execute function private.check_balance();
create constraint trigger profiles_balance after update on public.profiles
deferrable initially deferred
for each row when (old.current_tokens <> new.current_tokens) execute function private.check_balance();
create constraint trigger token_transactions_balance after insert on public.token_transactions
deferrable initially deferred
for each row execute function private.check_balance();
