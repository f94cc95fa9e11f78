// Questions of the page's own, by `ask()` and the adapters. What each of them does is in `page-ask.js`, with which this comes.

/** The class of such a feed. It is made of the one that the element has, which this file must not have a second time. */
export const pageQuestions = (Feed) => class PageQuestions extends Feed {
  /** Those that are not over, by id. */
  questions = new Map();

  constructor(host) {
    super(host);
    this.connect();
    this.opened();
  }

  send(json) {
    const frame = JSON.parse(json);
    const { question_id, request_id = question_id } = frame.data ?? frame;
    this.questions.get(request_id)?.onFrame(frame);
  }

  refused(frame) {
    this.questions.get(frame?.question_id ?? frame?.request_id)?.refuse();
  }

  failed(error) {
    for (const question of this.questions.values()) question.abandon(error);
  }

  removed() {
    for (const question of this.questions.values()) question.withdraw("The element was removed");
  }

  end(isFinal) {
    for (const question of this.questions.values()) question.withdraw("The element is fed by a bridge now");
    super.end(isFinal);
  }
};
