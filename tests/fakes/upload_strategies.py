"""Hypothesis strategies for the rows of an upload, right and wrong ones."""

from __future__ import annotations

from hypothesis import strategies as st

from service.domain.catalogue.row_types import FIELDS

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-10, 3000),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(["used", " ", "A" * 61, [], {}, [{}], [{"make": "T", "model": ""}], [{"make": "T", "model": "L"}]]),
)
CARS = st.lists(
    st.one_of(
        VALUES,
        st.fixed_dictionaries(
            {"make": VALUES, "model": VALUES},
            optional={"year_from": VALUES, "year_to": VALUES, "extra": VALUES},
        ),
    ),
    max_size=3,
)
ROWS = st.fixed_dictionaries(
    {"sku": st.one_of(st.just("A1"), VALUES)},
    optional={
        **{name: VALUES for name in (*FIELDS, "quantity", "expected_quantity", "branch") if name not in {"sku", "fit"}},
        "fit": st.one_of(VALUES, CARS),
        "extra": VALUES,
    },
)
