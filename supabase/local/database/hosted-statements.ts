import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

await loadModule()

type Fields = Record<string, unknown>
type Node = [type: string, fields: Fields]

/** Statements that need a superuser, or for which a client of the API has no use, by their node in Postgres' parse tree. */
const STATEMENTS = new Set(
  `AlterDatabaseRefreshCollStmt AlterEventTrigStmt AlterFdwStmt AlterSystemStmt AlterTableSpaceOptionsStmt CheckPointStmt CreateAmStmt
  CreateEventTrigStmt CreateFdwStmt CreateOpClassStmt CreateOpFamilyStmt CreatePLangStmt CreateSubscriptionStmt CreateTableSpaceStmt
  CreateTransformStmt CreatedbStmt DropSubscriptionStmt DropTableSpaceStmt DropdbStmt LoadStmt ReassignOwnedStmt SecLabelStmt
  TruncateStmt VacuumStmt`.split(/\s+/),
)
const FUNCTIONS =
  /^(pg_(read|write|ls|stat|file)_\w*|pg_(reload_conf|rotate_logfile|promote|switch_wal|create_restore_point)|lo_(im|ex)port|dblink\w*)$/
/** Settings that anyone may change. */
const SETTINGS =
  /^(transaction|search_path|(statement|lock)_timeout|random_page_cost|plan_cache_mode|enable_\w+|(guildhall|request)\.[\w.]+|pgrst\.\w+)$/
const EXTENSIONS = /^(pg_trgm|pgcrypto|uuid-ossp|pg_cron|pg_net)$/
/** Schemas whose objects belong to other roles than `postgres`, and the roles that it may neither change nor become. */
const FOREIGN = /^(auth|storage|realtime|vault|graphql\w*|cron|net|supabase_\w+|pg_\w+|information_schema)$/
const RESERVED = /^(supabase_\w+|pg_\w+|authenticator|pgbouncer|dashboard_user)$/
/** What in a statement names the object that it creates or changes. */
const TARGETS =
  `relation view sequence typevar funcname typeName defnames domainname object func newschema schemaname`.split(
    ' ',
  )

/** Why pg-safeupdate, which hosted Supabase loads for the login of its API, refuses a query; undefined if it does not. */
export function unsafeUpdate(query: string): string | undefined {
  return /\b(update|delete)\b/i.test(query) ? first(parseSync(query), whereless) : undefined
}

/**
 * Why hosted Supabase refuses statements from `postgres`, or refuses a function they create once it is called through the API (D50),
 * and at which line; undefined if it does not. Bodies count as well, and text that they execute, which must be one literal each.
 * Throws the parser's error.
 */
export function hostedRefusal(sql: string): { reason: string; line: number } | undefined {
  const bytes = Buffer.from(sql)
  for (const { stmt, stmt_location: from = 0, stmt_len: length } of parseSync(sql).stmts ?? []) {
    const text = bytes.subarray(from, length === undefined ? undefined : from + length).toString()
    const reason = first(stmt, refused) ?? first(stmt, (node) => bodyRefused(node, text))
    const before = bytes.subarray(0, from).toString() + (/^(\s|--.*)*/.exec(text)?.[0] ?? '')
    if (reason) return { reason, line: before.split('\n').length }
  }
  return undefined
}

/** The first answer of `ask` about a node of a tree. */
function first(tree: unknown, ask: (node: Node) => string | undefined): string | undefined {
  if (typeof tree !== 'object' || tree === null) return undefined
  for (const [type, value] of Object.entries(tree)) {
    const isNode = typeof value === 'object' && value !== null && !Array.isArray(value)
    const answer = (isNode ? ask([type, value]) : undefined) ?? first(value, ask)
    if (answer) return answer
  }
  return undefined
}

function whereless([type, { whereClause }]: Node): string | undefined {
  const [, command] = /^(Update|Delete)Stmt$/.exec(type) ?? []
  return command && !whereClause ? `${command.toUpperCase()} requires a WHERE clause` : undefined
}

function refused(node: Node): string | undefined {
  const [type, fields] = node
  const unsafe = whereless(node)
  if (unsafe) return unsafe
  if (STATEMENTS.has(type)) return type
  if (type === 'FuncCall') return callRefused(fields)
  if (/setstmt$/i.test(type) && 'kind' in fields) return settingRefused(fields.name)
  if (type === 'DefElem') return optionRefused(fields)
  if (type === 'CopyStmt') return fields.filename ? 'COPY of a file or program' : undefined
  if (type === 'CreateExtensionStmt')
    return unless(EXTENSIONS.test(String(fields.extname)), 'the extension', fields.extname)
  if (
    type === 'CreatePublicationStmt' &&
    (fields.for_all_tables || JSON.stringify(fields).includes('TABLES_IN'))
  )
    return 'a publication of all tables'
  if (type === 'DefineStmt' && fields.kind === 'OBJECT_TYPE' && fields.definition) return 'a base type'
  if (type === 'newowner' || type === 'authrole')
    return unless(fields.rolename === 'postgres', 'the owner', fields.rolename)
  if (/^(GrantRole|AlterRole|DropRole)Stmt$/.test(type))
    return roleRefused(fields.granted_roles ?? fields.role ?? fields.roles)
  return /^(Create|Alter|Drop|Rename|Comment|Index|View|Define|CompositeType|Rule|Grant)\w*Stmt$/.test(type)
    ? targetRefused(type, fields)
    : undefined
}

const unless = (allowed: boolean, what: string, name: unknown) => (allowed ? undefined : `${what} ${name}`)

function callRefused({ funcname, args }: Fields): string | undefined {
  const name = strings(funcname).at(-1) ?? ''
  if (FUNCTIONS.test(name)) return `the function ${name}`
  return name === 'set_config' ? settingRefused(strings((args as unknown[])[0])[0]) : undefined
}

function settingRefused(name: unknown): string | undefined {
  return unless(SETTINGS.test(String(name).toLowerCase()), 'the setting', name)
}

function optionRefused({ defname, arg }: Fields): string | undefined {
  const [value = ''] = strings(arg)
  if (defname === 'language') return unless(/^(sql|plpgsql)$/.test(value), 'the language', value)
  if (defname === 'roles')
    return unless(/"rolename":"postgres"/.test(JSON.stringify(arg)), 'default privileges of', 'others')
  if (defname === 'superuser' || defname === 'leakproof')
    return unless(!JSON.stringify(arg).includes('true'), 'the option', defname)
  return undefined
}

function roleRefused(roles: unknown): string | undefined {
  const names = [...JSON.stringify(roles).matchAll(/"(?:rolename|priv_name)":"(\w+)"/g)].map(
    ([, name = '']) => name,
  )
  const reserved = names.find((name) => RESERVED.test(name))
  return reserved && `the role ${reserved}`
}

/** Triggers and policies on tables of hosted's own are what `postgres` may create there. */
function targetRefused(type: string, fields: Fields): string | undefined {
  if (/Policy|Trig/.test(type) || fields.removeType === 'OBJECT_POLICY') return undefined
  const targets = [...TARGETS.map((name) => fields[name]), ...((fields.objects ?? []) as unknown[])]
  const foreign = targets.map((target) => strings(target)[0] ?? '').find((schema) => FOREIGN.test(schema))
  return foreign && `an object in ${foreign}`
}

/** The strings of a tree in order: parts of a name, of a relation its schema first, or a constant. */
function strings(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return [...JSON.stringify(tree ?? null).matchAll(/"(?:sval|schemaname)":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text),
  )
}

/** What is wrong in the body of a function or DO block, whose statement is `text`. */
function bodyRefused([type, fields]: Node, text: string): string | undefined {
  if (type !== 'CreateFunctionStmt' && type !== 'DoStmt') return undefined
  const options = JSON.stringify(fields.options ?? fields.args)
  const name = strings(fields.funcname).join('.') || 'DO'
  const [body] = strings(
    JSON.parse(options).find((option: { DefElem: Fields }) => option.DefElem.defname === 'as')?.DefElem.arg,
  )
  const reason = /"defname":"language","arg":{"String":{"sval":"sql"/.test(options)
    ? body && first(parseSync(body), refused)
    : first(parsePlPgSQLSync(text), expressionRefused)
  return reason && `${reason}, in ${name}`
}

function expressionRefused([type, { query, parseMode }]: Node): string | undefined {
  if (type !== 'PLpgSQL_expr' || parseMode === 1) return undefined
  const sql = String(query)
  const tree = parseSync(
    parseMode === 0 ? sql : `select ${parseMode === 2 ? sql : sql.replace(/^[^=]*=/, '')}`,
  )
  return first(tree, refused) ?? first(tree, (node) => textRefused(joined(node)))
}

const COMMAND =
  /^\s*(update|delete|merge|truncate|set|reset|alter|create|drop|copy|grant|revoke|load|vacuum|do)(?=\s)|\bdelete\s+from\b|\bupdate\s.*\bset\b/is

/** A constant, or what `||` and concat() make of several, with an x for what is not known. */
function joined([type, fields]: Node): string {
  const join = (parts: unknown) =>
    (parts as Fields[]).map((part) => joined(Object.entries(part)[0] as Node)).join('')
  if (type === 'A_Const') return strings(fields)[0] ?? ''
  if (type === 'A_Expr' && strings(fields.name)[0] === '||') return join([fields.lexpr, fields.rexpr])
  if (type === 'FuncCall' && strings(fields.funcname).at(-1) === 'concat') return join(fields.args ?? [])
  return 'x'
}

/** What is wrong in a text that may be executed: text for format(), with its placeholders as names, then as nothing. */
function textRefused(text: string): string | undefined {
  if (!COMMAND.test(text)) return undefined
  for (const name of ['x', '']) {
    const sql = text
      .replace(/%(\d+\$)?I/g, 'x')
      .replace(/%(\d+\$)?L/g, 'null')
      .replace(/%(\d+\$)?s/g, name)
    try {
      return first(parseSync(sql), refused)
    } catch {}
  }
  return `text that cannot be parsed ("${text.trim()}")`
}
