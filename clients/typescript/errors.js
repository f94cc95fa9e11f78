// One class for each way in which a bridge refuses.

/** The bridge refused, or could not be reached. */
export class AskUserError extends Error {
  constructor(message, { status, code, retryAfterSeconds, cause } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    /** Of an ask: with the same key and the same request, another call finds it. */
    this.key = undefined;
  }
}

/** What was asked cannot be asked (400, 413). The message names the member. */
export class InvalidRequestError extends AskUserError {}

/** The token is missing, wrong or expired (401). `code` says which. */
export class UnauthorizedError extends AskUserError {}

/** The token is for something else, or the bridge does not serve this name (403, 421). */
export class ForbiddenError extends AskUserError {}

/** The key belongs to another request (422). */
export class KeyReusedError extends AskUserError {}

/** The answer was there, and is no longer kept (410). */
export class ResultExpiredError extends AskUserError {}

/** Too many asks are waiting, or too many wrong tokens were sent (429). */
export class TooManyAsksError extends AskUserError {}

/** The bridge carries no approvals and no forms (501). */
export class NotSupportedError extends AskUserError {}

/** The function that gives the tokens failed; `cause` is its error. */
export class TokenError extends AskUserError {}

/** The bridge could not be reached for as long as the client was to try. */
export class UnreachableError extends AskUserError {}

const CLASSES = {
  400: InvalidRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  410: ResultExpiredError,
  413: InvalidRequestError,
  421: ForbiddenError,
  422: KeyReusedError,
  429: TooManyAsksError,
  501: NotSupportedError,
};

/** The error for a refusal. */
export function refusal(status, body, retryAfterSeconds) {
  const message = typeof body?.error === "string" ? body.error : `The bridge answered with ${status}`;
  return new (CLASSES[status] ?? AskUserError)(message, { status, code: body?.code, retryAfterSeconds });
}
