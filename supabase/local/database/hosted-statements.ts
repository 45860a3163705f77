import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

await loadModule()

type Fields = Record<string, unknown>
type Node = [type: string, fields: Fields]

/** Functions that need a superuser: in a body, they would only fail once it is called. */
const FUNCTIONS =
  /^(pg_(read|write|ls|stat|file)_\w*|pg_(reload_conf|rotate_logfile|promote|switch_wal|create_restore_point)|lo_(im|ex)port|dblink\w*)$/
/** Settings that anyone may change. */
const SETTINGS =
  /^(transaction|search_path|(statement|lock)_timeout|random_page_cost|plan_cache_mode|enable_\w+|(guildhall|request)\.[\w.]+|pgrst\.\w+)$/
/** What in a statement names the object that it creates or changes. */
const TARGETS =
  `relation view sequence typevar funcname typeName defnames domainname object func newschema schemaname`.split(
    ' ',
  )

/** Why pg-safeupdate, which hosted Supabase loads for the login of its API, refuses a query; undefined if it does not. */
export function unsafeUpdate(query: string): string | undefined {
  return firstFinding(parseSync(query), missingWhere)
}

/**
 * Why hosted Supabase refuses statements from `postgres` that Postgres takes from the stand-in's, which is no superuser either, or refuses a
 * function they create once it is called through the API (D50), and at which line; undefined if it does not. Bodies count as well, and
 * text that they execute, which must be one literal each. Throws the parser's error.
 */
export function hostedRefusal(sql: string): { reason: string; line: number } | undefined {
  const bytes = Buffer.from(sql)
  for (const { stmt, stmt_location: from = 0, stmt_len: length } of parseSync(sql).stmts ?? []) {
    const text = bytes.subarray(from, length === undefined ? undefined : from + length).toString()
    const reason =
      firstFinding(stmt, statementRefusal) ??
      firstFinding(stmt, targetRefusal) ??
      firstFinding(stmt, (node) => bodyRefusal(node, text))
    const before = bytes.subarray(0, from).toString() + (/^(\s|--.*)*/.exec(text)?.[0] ?? '')
    if (reason) return { reason, line: before.split('\n').length }
  }
  return undefined
}

/** The first finding of `check` about a node of a tree. */
function firstFinding(tree: unknown, check: (node: Node) => string | undefined): string | undefined {
  if (typeof tree !== 'object' || tree === null) return undefined
  for (const [type, value] of Object.entries(tree)) {
    const isNode = typeof value === 'object' && value !== null && !Array.isArray(value)
    const finding = (isNode ? check([type, value]) : undefined) ?? firstFinding(value, check)
    if (finding) return finding
  }
  return undefined
}

function missingWhere([type, { whereClause }]: Node): string | undefined {
  const [, command] = /^(Update|Delete)Stmt$/.exec(type) ?? []
  return command && !whereClause ? `${command.toUpperCase()} requires a WHERE clause` : undefined
}

/** Refused in statements, bodies and executed text. What else needs a superuser, the stand-in's Postgres refuses itself. */
function statementRefusal(node: Node): string | undefined {
  const [type, fields] = node
  if (/^(Truncate|AlterSystem|Load|Vacuum)Stmt$/.test(type)) return type
  if (/setstmt$/i.test(type) && 'kind' in fields) return settingRefusal(fields.name)
  const name = type === 'FuncCall' ? (stringsOf(fields.funcname).at(-1) ?? '') : ''
  if (FUNCTIONS.test(name)) return `the function ${name}`
  if (name === 'set_config') return settingRefusal(stringsOf((fields.args as unknown[])[0])[0])
  return missingWhere(node)
}

const settingRefusal = (name: unknown) =>
  SETTINGS.test(String(name).toLowerCase()) ? undefined : `the setting ${name}`

/** Here `postgres` owns what is in `storage`, as policies on it need; there it may create just these, and triggers. */
function targetRefusal([type, fields]: Node): string | undefined {
  if (!/^(Create|Alter|Drop|Rename|Comment|Index|View|Define|CompositeType|Rule|Grant)\w*Stmt$/.test(type))
    return undefined
  if (/Policy|Trig/.test(type) || fields.removeType === 'OBJECT_POLICY') return undefined
  const targets = [...TARGETS.map((name) => fields[name]), ...((fields.objects ?? []) as unknown[])]
  return targets.some((target) => stringsOf(target)[0] === 'storage') ? 'an object in storage' : undefined
}

/** The strings of a tree in order: parts of a name, of a relation its schema first, or a constant. */
function stringsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return [...JSON.stringify(tree ?? null).matchAll(/"(?:sval|schemaname)":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text),
  )
}

/** What is wrong in the body of a function or DO block, whose statement is `text`. */
function bodyRefusal([type, fields]: Node, text: string): string | undefined {
  if (type !== 'CreateFunctionStmt' && type !== 'DoStmt') return undefined
  const options = JSON.stringify(fields.options ?? fields.args)
  const name = stringsOf(fields.funcname).join('.') || 'DO'
  const [body] = stringsOf(
    JSON.parse(options).find((option: { DefElem: Fields }) => option.DefElem.defname === 'as')?.DefElem.arg,
  )
  const reason = /"defname":"language","arg":{"String":{"sval":"sql"/.test(options)
    ? body && firstFinding(parseSync(body), statementRefusal)
    : firstFinding(parsePlPgSQLSync(text), expressionRefusal)
  return reason && `${reason}, in ${name}`
}

function expressionRefusal([type, { query, parseMode }]: Node): string | undefined {
  if (type !== 'PLpgSQL_expr' || parseMode === 1) return undefined
  const sql = String(query)
  const tree = parseSync(
    parseMode === 0 ? sql : `select ${parseMode === 2 ? sql : sql.replace(/^[^=]*=/, '')}`,
  )
  return firstFinding(tree, statementRefusal) ?? firstFinding(tree, (node) => textRefusal(joinedText(node)))
}

const COMMAND =
  /^\s*(update|delete|merge|truncate|set|reset|alter|create|drop|copy|grant|revoke|load|vacuum|do)(?=\s)|\bdelete\s+from\b|\bupdate\s.*\bset\b/is

/** A constant, or what `||` and concat() make of several, with an x for what is not known. */
function joinedText([type, fields]: Node): string {
  const join = (parts: unknown) =>
    (parts as Fields[]).map((part) => joinedText(Object.entries(part)[0] as Node)).join('')
  if (type === 'A_Const') return stringsOf(fields)[0] ?? ''
  if (type === 'A_Expr' && stringsOf(fields.name)[0] === '||') return join([fields.lexpr, fields.rexpr])
  if (type === 'FuncCall' && stringsOf(fields.funcname).at(-1) === 'concat') return join(fields.args ?? [])
  return 'x'
}

/** What is wrong in a text that may be executed: text for format(), with its placeholders as names, then as nothing. */
function textRefusal(text: string): string | undefined {
  if (!COMMAND.test(text)) return undefined
  for (const name of ['x', '']) {
    const sql = text
      .replace(/%(\d+\$)?I/g, 'x')
      .replace(/%(\d+\$)?L/g, 'null')
      .replace(/%(\d+\$)?s/g, name)
    try {
      return firstFinding(parseSync(sql), statementRefusal)
    } catch {}
  }
  return `text that cannot be parsed ("${text.trim()}")`
}
