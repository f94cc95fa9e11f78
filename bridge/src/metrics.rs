//! What `GET /metrics` tells: counts, never names of sessions and never what anybody said.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The type of what [`Metrics::text`] gives.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// People answer within seconds or within hours; the time-outs of gateways and clients lie between.
const BUCKETS: [f64; 12] = [1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0, 300.0, 900.0, 3600.0, 14_400.0, 86_400.0];

type Labels<const N: usize> = [(&'static str, &'static str); N];

/// The counts of one bridge; its clones share them.
#[derive(Clone)]
pub struct Metrics(Arc<Inner>);

struct Inner {
    registry: Registry,
    asks: Family<Labels<2>, Counter>,
    waiting: Gauge,
    pages: Gauge,
    connections: Gauge,
    sessions: Gauge,
    answer_seconds: Family<Labels<1>, Histogram, fn() -> Histogram>,
    refused: Family<Labels<1>, Counter>,
    commits: Family<Labels<1>, Counter>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut inner = Inner {
            registry: Registry::with_prefix("ask_user"),
            asks: Family::default(),
            waiting: Gauge::default(),
            pages: Gauge::default(),
            connections: Gauge::default(),
            sessions: Gauge::default(),
            answer_seconds: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            refused: Family::default(),
            commits: Family::default(),
        };
        let registry = &mut inner.registry;
        registry.register("asks", "Asks that are over, by kind and outcome", inner.asks.clone());
        registry.register("asks_waiting", "Asks that wait for a person", inner.waiting.clone());
        registry.register("pages", "Pages that are connected", inner.pages.clone());
        let help = "Connections that are served, sockets and requests together";
        registry.register("connections", help, inner.connections.clone());
        registry.register("sessions", "Sessions that are kept", inner.sessions.clone());
        let help = "Time from an ask to the person's answer, by kind";
        registry.register_with_unit("answer", help, Unit::Seconds, inner.answer_seconds.clone());
        registry.register("refused", "Requests and connections that were refused, by reason", inner.refused.clone());
        registry.register("store_commits", "Steps that were handed to the store, by result", inner.commits.clone());
        Metrics(Arc::new(inner))
    }
}

impl Metrics {
    /// An ask has begun to wait.
    pub(crate) fn asked(&self) {
        self.0.waiting.inc();
    }

    /// An ask does not wait any more.
    pub(crate) fn not_waiting(&self) {
        self.0.waiting.dec();
    }

    /// An ask is over. `answered_after` is for those that a person has answered.
    pub(crate) fn ended(&self, kind: &'static str, outcome: &'static str, answered_after: Option<Duration>) {
        self.0.asks.get_or_create(&[("kind", kind), ("outcome", outcome)]).inc();
        if let Some(after) = answered_after {
            self.0.answer_seconds.get_or_create(&[("kind", kind)]).observe(after.as_secs_f64());
        }
    }

    /// A step was handed to the store, with this result.
    pub(crate) fn committed(&self, result: &'static str) {
        self.0.commits.get_or_create(&[("result", result)]).inc();
    }

    /// A page is connected for as long as this is kept.
    pub(crate) fn page(&self) -> Counted {
        Counted::by(&self.0.pages)
    }

    /// A connection is served for as long as this is kept.
    pub(crate) fn connection(&self) -> Counted {
        Counted::by(&self.0.connections)
    }

    /// A request or a connection was refused.
    pub(crate) fn refused(&self, reason: &'static str) {
        self.0.refused.get_or_create(&[("reason", reason)]).inc();
    }

    /// All of it, for a bridge that has so many sessions now.
    pub(crate) fn text(&self, sessions: usize) -> String {
        self.0.sessions.set(sessions.try_into().unwrap_or(i64::MAX));
        let mut text = String::new();
        encode(&mut text, &self.0.registry).expect("a string takes all that is written");
        text
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("Metrics(…)")
    }
}

/// Counts one thing for as long as it is kept.
#[derive(Debug)]
pub(crate) struct Counted(Gauge);

impl Counted {
    fn by(gauge: &Gauge) -> Counted {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::Metrics;
    use std::time::Duration;

    fn has(metrics: &Metrics, line: &str) {
        let text = metrics.text(3);
        assert!(text.lines().any(|there| there == line), "{line} is not in\n{text}");
    }

    #[test]
    fn everything_is_counted() {
        let metrics = Metrics::default();
        has(&metrics, "ask_user_asks_waiting 0");
        has(&metrics, "ask_user_sessions 3");
        for _ in 0..3 {
            metrics.asked();
        }
        metrics.ended("question", "answered", Some(Duration::from_secs(7)));
        metrics.ended("form", "timed_out", None);
        metrics.not_waiting();
        has(&metrics, "ask_user_asks_waiting 2");
        metrics.committed("conflict");
        has(&metrics, "ask_user_store_commits_total{result=\"conflict\"} 1");
        has(&metrics, "ask_user_asks_total{kind=\"question\",outcome=\"answered\"} 1");
        has(&metrics, "ask_user_asks_total{kind=\"form\",outcome=\"timed_out\"} 1");
        has(&metrics, "ask_user_answer_seconds_bucket{le=\"5.0\",kind=\"question\"} 0");
        has(&metrics, "ask_user_answer_seconds_bucket{le=\"10.0\",kind=\"question\"} 1");
        has(&metrics, "ask_user_answer_seconds_sum{kind=\"question\"} 7.0");
        let page = metrics.page();
        has(&metrics, "ask_user_pages 1");
        drop(page);
        has(&metrics, "ask_user_pages 0");
        let connections = [metrics.connection(), metrics.connection()];
        has(&metrics, "ask_user_connections 2");
        drop(connections);
        has(&metrics, "ask_user_connections 0");
        metrics.refused("token_wrong");
        metrics.refused("token_wrong");
        has(&metrics, "ask_user_refused_total{reason=\"token_wrong\"} 2");
        assert!(metrics.text(0).ends_with("# EOF\n"));
    }
}
